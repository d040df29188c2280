/** The English texts of the first screen of the personal details. */
export const enName = {
  details: {
    nameTitle: 'Your name',
    nameLead: 'As in your passport or ID card.',
    optional: '(optional)',
    givenName: 'Given name',
    middleName: 'Middle name',
    familyName: 'Family name',
    fullName: 'Full name',
    mononym: 'I have only one name',
    nativeName: 'Name in your own script',
    kept: 'Your answers are still here.',
  },
};
