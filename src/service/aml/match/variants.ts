/**
 * Forms of one given name (short forms, the same name in neighbouring languages) and of one family name
 * in competing romanisations, where the sound alone doesn't tell.
 */
export function variants(part: string): readonly string[] {
  return others.get(part) ?? [];
}

const groups = `
  william will bill billy willy liam|robert rob bob bobby bert|richard rick dick ricky richie|james jim jimmy jamie
  john jon jack johnny jonathan|joseph joe joey jose giuseppe josef yusuf yosef|michael mike mick mikey mikhail miguel michel mykhailo mykhaylo michal mikael misha
  thomas tom tommy|charles charlie chuck carlos karl|edward ed eddie ted ned eduard eduardo|henry harry hank heinrich enrique
  anthony tony anton antonio|benjamin ben benny bibi|daniel dan danny|david dave davy davit|samuel sam sammy|matthew matt
  andrew andy drew andrei andrey andriy andrii andrea andreas|nicholas nick nicolas nikolai nikolay mykola mikola mikalai nicolae kolya
  alexander alex alec sandy sasha aleksandr alexandr oleksandr aliaksandr alexandre alejandro oleksander aleksander iskandar
  alexei alexey aleksei aleksey oleksiy oleksii oleksii aliaksei alexis lyosha|steven steve stephen stefan stepan esteban etienne
  peter pete pyotr petr petro pedro pierre|paul pavel pavlo pablo pasha|george jorge georgi georgiy georgy yuri yury yuriy heorhiy giorgi jurij yurii iurii
  gregory greg grigory grigori grigoriy hryhoriy ryhor|katherine catherine kate kathy katie cathy ekaterina yekaterina kateryna katya
  elizabeth liz beth lizzie betty eliza elizaveta|margaret maggie meg peggy rita|patricia pat patty|jennifer jen jenny
  deborah debbie deb|barbara barb|susan sue susie|theodore ted fyodor fedor feodor fedir|francis frank francisco paco francesco franz pancho
  frederick fred freddy fridrich friedrich federico|lawrence larry laurent|leonard leo lenny leonid|raymond ray|ronald ron|donald don
  kenneth ken kenny|gerald jerry|timothy tim timofey tymofiy|christopher chris kris cristobal|vladimir volodymyr uladzimir vova volodya wladimir
  sergei sergey serhiy serhii siarhei serge sergio siarhey|dmitry dmitri dmitriy dmytro dzmitry dima|evgeny evgeniy yevgeny yevgeniy yevhen yevhenii yauheni eugene evgenii
  konstantin kostyantyn kostiantyn kanstantsin kostya|igor ihor ihar|oleg oleh aleh|olga olha volha|elena yelena olena alena helena lena
  irina iryna iryna|tatiana tatyana tetiana tatsiana tanya|natalia natalya nataliya nataliia natallia natasha|anastasia anastasiya nastya
  vasily vasiliy vasyl vasil basil|victor viktor viktar|ilya illya ilia elias ilyas|anatoly anatoliy anatolii anatol|boris borys barys
  vitaly vitaliy vitalii vital|gennady gennadiy hennadiy henadz|valery valeriy valerii valeri|arkady arkadiy|kirill kyrylo cyril
  maxim maksim maksym|nikita mykyta|ivan ioann vanya iwan|denis denys dzianis|roman raman|svetlana svitlana sviatlana|vyacheslav viacheslav vyacheslau slava
  mstislav mstyslav|stanislav stanislau|ruslan ruslan|gulnara gulnora|yakov iakov yakiv jacob jakob jaime santiago diego
  philip phil filip felipe philippe filipp|louis luis ludwig lewis luigi|vincent vince vicente|manuel manny emanuel|ignacio nacho|guadalupe lupe
  jesus chucho chuy|rosario charo|dolores lola|concepcion concha|teresa tere theresa|gonzalo chalo|guillermo memo wilhelm|roberto beto|alberto beto albert
  gustavo tavo|rafael rafa|joaquin chapo|ismael mayo ismail|muhammad mohammed mehmet mamadou mohd muhd md magomed mukhammad|ahmad ahmed akhmed akhmad
  ibrahim abraham avraham ibragim abe|musa moses moshe moise moisei|isa jesus issa|yahya johanan|sulaiman solomon suleiman suleyman soliman|dawud david daud daoud
  ishaq isaac yitzhak|yaqub yacub jacob yakub|haroun aaron harun aharon|maryam mariam maria mary miriam marie|zakaria zachary zechariah|hussein husain huseyin gusein
  umar omar omer|usman osman uthman othman|abdulkarim kerim|gadhafi qadhafi kadafi gaddafi qaddafi khadafy|chaim haim hayim
  kim gim|lee yi rhee ri li i|park pak bak|choi choe choy|jung jeong chung jong chong|kang gang|cho jo|yoon yun youn|lim im rim|shin sin|kwon gwon|noh roh no
  moon mun|woo u wu|bae pae|son sohn|ryu yoo yu liu lyu|ahn an|oh o|hwang whang|kook kuk guk|chol cheol|hyok hyuk hyeok|yong young yeong|myong myung myeong
  hyon hyun hyeon|sok suk seok|un eun|song sung seong|hui hee|won weon|chun joon jun|su soo|u woo
  zhang chang cheung|zhao chao|chen chan tan|huang wong hwang|wang wong|lin lam|zhou chow chou|xu hsu tsui|xie hsieh tse|cai tsai choi|zheng cheng|xi hsi|qi chi
  guo kuo kwok|liang leung|ye yeh yip|deng teng tang|jiang chiang|cao tsao|ding ting|zeng tseng|feng fung|luo lo law|he ho|hu woo wu ng|xiao hsiao siu|zhu chu|qian chien
  xiong hsiung|song sung|jin chin kam|jing ching|jian chien|qing ching|xin hsin|zhi chih|shi shih|zhong chung|rong jung|guang kuang kwong|gao kao ko|dong tung|bai pai`;

const others = new Map<string, string[]>();
for (const group of groups.trim().split(/[|\n]/)) {
  const names = group.trim().split(/\s+/);
  for (const name of names)
    others.set(name, [...new Set([...(others.get(name) ?? []), ...names.filter((other) => other !== name)])]);
}
