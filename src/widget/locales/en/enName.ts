/** The English texts of the first screen of the personal details. */
export const enName = {
  details: {
    nameTitle: 'Your name',
    nameLead: 'As in your passport or ID card.',
    optional: '(optional)',
    givenName: 'Given name',
    middleName: 'Middle name',
    familyName: 'Family name',
    fullName: 'Name as in your ID',
    mononym: 'I have no family name',
    mononymText: 'Then there is one field for your name. What you typed stays.',
    mononymTwo: 'You typed two names. If your ID shows both, go back.',
    nativeName: 'Name in the letters of your language',
    kept: 'Your answers are still here.',
  },
};
