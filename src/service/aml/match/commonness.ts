import type { NamePart } from './nameParts.ts';

/**
 * Roughly how many of a million people carry the part, for parts that are common in the world but may
 * be rare on a list. Orders of magnitude from general knowledge: enough to say that a Smith is no
 * Zawahiri. A Chinese or Korean syllable says little, as there are few hundred of them. Unknown parts:
 * by their length, as short ones are shared by many names.
 */
export function commonness({ text: part, vowelless }: NamePart): number {
  if (vowelless) return byConsonants[part.replace(/[aeiouwyh]/g, '').length] ?? 150;
  const known = perMillion.get(part) ?? 0;
  if (part.length <= 6 && syllable.test(part)) return Math.max(known, 25_000);
  return known || (byLength[part.length] ?? 30);
}

const byLength = [0, 700, 700, 350, 150, 70];

/** The same of a part without vowels, which many names share. */
const byConsonants = [8000, 8000, 4000, 1500, 500];

const syllable =
  /^(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh|hs|ts|kk|pp|tt|ss|jj)?(?:i?a[io]?|y?eo?|i?e[iu]?|eu|i|i?[ou]|ae|iao|ou|oo|oe|u[aeo]i?|ui|wa|we|wo|yu|ye|yo|yae)(?:n|ng|k|l|m|p|t|h)?$/;

const perMillion = new Map<string, number>();
for (const [count, names] of [
  [12_000, `mohammed muhammad mohamed mohammad ahmed ahmad ali li wang zhang kim singh maria khan kumar`],
  [
    4000,
    `liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo lee park nguyen tran le pham hassan hasan hussein husain
    hussain ibrahim abdullah abd din omar umar mahmoud mahmood jose juan carlos luis garcia rodriguez martinez hernandez lopez
    gonzalez perez sanchez john james michael david william robert smith johnson williams brown jones anna fatima sharma devi ram
    das islam begum abu ivanov alexander sergei sergey vladimir santos silva jean antonio francisco`,
  ],
  [
    1200,
    `miller davis wilson anderson thomas taylor moore jackson martin white harris thompson lewis walker hall allen young king
    wright scott green baker adams nelson carter mitchell roberts turner phillips campbell parker evans edwards collins richard
    joseph charles christopher daniel matthew anthony mark donald steven paul andrew joshua kenneth kevin brian george edward
    ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin benjamin samuel peter mary patricia
    jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa margaret sandra ashley kimberly emily donna michelle
    carol amanda melissa deborah stephanie rebecca laura sharon cynthia ramirez torres flores rivera gomez diaz reyes morales
    cruz ortiz gutierrez chavez ramos ruiz alvarez castillo jimenez vasquez moreno romero herrera medina aguilar vargas castro
    guzman mendez fernandez munoz salazar garza soto vazquez alvarado delgado pena rios miguel manuel jorge pedro jesus alejandro
    fernando ricardo rafael roberto eduardo sergio javier mario alberto raul andres oscar ana rosa carmen luz guadalupe
    muller schmidt schneider fischer weber meyer wagner becker schulz hoffmann hans karl peter klaus wolfgang dubois bernard
    robert petit durand leroy moreau simon laurent lefebvre michel pierre philippe marie rossi russo ferrari esposito bianchi
    giuseppe marco andrea giovanni francesco mehmet mustafa ayse yilmaz kaya demir celik sahin yildiz ozturk aydin arslan huseyin
    hasan ismail osman yusuf ivan dmitry dmitri andrei andrey alexei alexey nikolai mikhail yuri igor oleg elena olga natalia
    tatiana irina svetlana petrov smirnov kuznetsov popov vasiliev sokolov mikhailov fedorov morozov volkov alekseev ivanovich
    vladimirovich nikolaevich aleksandrovich sergeevich viktorovich mikhailovich petrovich vasilievich alekseevich anatolyevich
    khaled khalid said saeed salem saleh salim abbas hamid karim rashid nasser youssef yousef sami samir fahad faisal abdallah
    rahman aziz rahim ghani hamad haji noor nur gul shah mir jan malik iqbal akhtar bibi patel gupta reddy rao nair joshi mishra
    verma yadav choi jung kang cho yoon jang lim tanaka sato suzuki takahashi watanabe ito yamamoto nakamura kobayashi kato
    hoang phan vu vo dang bui do ho ngo duong ly souza oliveira pereira lima costa ferreira rodrigues almeida joao paulo
    mohd bin ismail yusof siti nur abdul okafor ibrahim musa adamu diallo traore jansen devries andersson johansson karlsson nilsson hansen
    johansen olsen larsen nielsen jensen nowak kowalski wisniewski novak svoboda horvat popa ionescu`,
  ],
] as const) {
  for (const name of names.split(/\s+/)) if (!perMillion.has(name)) perMillion.set(name, count);
}
