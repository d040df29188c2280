import { latinLetters, type TestHolder } from './testHolder.ts';

/** The text in the barcode of a drawn licence: AAMVA version 10, of an issuer that does not exist. */
export function licenceText(holder: TestHolder): string {
  const usDate = (date: string) => date.slice(5, 7) + date.slice(8, 10) + date.slice(0, 4);
  const [first = '', ...middle] = latinLetters(holder.givenNames).split(' ');
  const elements = [
    `DAQ${holder.number}`,
    `DCS${latinLetters(holder.familyName) || 'SPECIMEN'}`,
    'DDEN',
    `DAC${first}`,
    'DDFN',
    `DAD${middle.join(' ')}`,
    'DDGN',
    'DCAD',
    'DCBNONE',
    'DCDNONE',
    'DBD01152026',
    `DBB${usDate(holder.dateOfBirth)}`,
    `DBA${usDate(holder.expiresOn)}`,
    `DBC${{ M: 1, F: 2, X: 9 }[holder.sex]}`,
    'DAG1 SPECIMEN STREET',
    'DAINOWHERE',
    'DAJUT',
    'DAK000000000  ',
    'DCFSPECIMEN',
    'DCGUTO',
  ];
  const subfile = `DL${elements.join('\n')}\r`;
  const size = String(subfile.length).padStart(4, '0');
  return `@\n\u001e\rANSI ${ISSUER}100001DL0031${size}${subfile}`;
}

/** No jurisdiction has this number. */
const ISSUER = '999999';
