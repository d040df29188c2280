/** The English texts of the document that a person holds before the camera, and those of the consent to it. */
export const enDocument = {
  title: 'Which document do you have at hand?',
  passport: 'Passport',
  idCard: 'Identity card',
  residencePermit: 'Residence permit',
  drivingLicence: 'Driving licence',
  none: 'I have none of these',
  noneHint: 'Then you type your details, and a person checks them.',
  byPerson: 'A computer can not read this one. A person will look at it.',
  showPassport: 'Show the page with your photo',
  showFront: 'Show the side with your photo',
  showBack: 'Now show the other side',
  lead: 'Hold it inside the frame. The photo is taken by itself.',
  notFound: 'Show all of it, with the lines that have many <<<',
  cutOff: 'A part of it is outside the picture',
  closer: 'Hold it a little closer',
  further: 'Hold it a little further away',
  turn: 'Turn it the right way up',
  dark: 'More light, please',
  glare: 'It reflects a lamp. Tilt it a little',
  blurred: 'Hold it still until it is sharp',
  torch: 'Lamp of the phone',
  other: 'Another document',
  specimen: 'Use the test document',
  consentTitle: 'Your document',
  consentText:
    'Photos of a passport or a card, and small pictures in between. A computer reads what stands on it. It compares that with your details. It does not find out if the document is real.',
  consentFace: 'Your face may be compared with the photo in the document.',
  consentKept:
    'We keep its photos no longer than your other photos, and what was read no longer than your address.',
  consentMark:
    'We make a code from its number, the name on it and its photos. It shows if they were used in another check. We keep the code until all data of this check are deleted.',
};
