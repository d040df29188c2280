/**
 * What a code of three letters in a zone stands for (ICAO 9303 part 3, section 5; ISO 3166-1).
 * - `country`: a country, or a former or dependent territory of one, by its ISO 3166-1 alpha-2 code;
 * - `organisation`: the United Nations, the European Union, the Order of Malta …;
 * - `stateless`, `refugee`, `unspecified`: said of the holder, no country;
 * - `former`: a state that there is no more, in documents of its time;
 * - `specimen`: Utopia, the state of specimens.
 */
export type ZoneState =
  | { kind: 'country'; country: string }
  | { kind: 'organisation' | 'stateless' | 'refugee' | 'unspecified' | 'former' | 'specimen' };

/** @returns null if the code is not known. */
export function stateOf(code: string): ZoneState | null {
  const special = SPECIAL[code];
  if (special) return special;
  const country = COUNTRIES.get(code);
  return country ? { kind: 'country', country } : null;
}

const country = (alpha2: string): ZoneState => ({ kind: 'country', country: alpha2 });

const SPECIAL: Record<string, ZoneState> = {
  D: country('DE'),
  RKS: country('XK'),
  UNK: country('XK'),
  ...Object.fromEntries(['GBD', 'GBN', 'GBO', 'GBP', 'GBS'].map((code) => [code, country('GB')])),
  ROM: country('RO'),
  ZAR: country('CD'),
  // Several countries came of most of them; none tells which one the holder belongs to now.
  ...Object.fromEntries(
    ['ANT', 'CSK', 'DDR', 'NTZ', 'SCG', 'SUN', 'TMP', 'YUG'].map((code) => [
      code,
      { kind: 'former' as const },
    ]),
  ),
  // The printer's name on specimens of Germany.
  BDR: { kind: 'specimen' },
  UTO: { kind: 'specimen' },
  ...Object.fromEntries(
    [
      'UNO',
      'UNA',
      'EUE',
      'XOM',
      'XPO',
      'XBA',
      'XIM',
      'XCC',
      'XCO',
      'XEC',
      'XES',
      'XMP',
      'XDC',
      'XCE',
      'IAO',
    ].map((code) => [code, { kind: 'organisation' as const }]),
  ),
  XXA: { kind: 'stateless' },
  XXB: { kind: 'refugee' },
  XXC: { kind: 'refugee' },
  XXX: { kind: 'unspecified' },
};

/** Alpha-3 and alpha-2 codes of ISO 3166-1. */
const COUNTRIES = new Map(
  `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT
  AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO
  BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG
  COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO
  DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB
  GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY
  HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT
  JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY
  LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH
  MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA
  NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE
  PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA
  SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR
  SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO
  TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG
  VIRVI VNMVN VUTVU WLFWF WSMWS XKKXK YEMYE ZAFZA ZMBZM ZWEZW
  `
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);
