/**
 * The English texts of the consent that depend on the case: requesting company, retention, the question about the face,
 * the choice.
 */
export const enConsent = {
  ask: {
    stop: 'Stop here?',
    leave: 'Close this page? Your photos will be lost.',
    yes: 'Yes, stop',
    no: 'No, go back',
  },
  consent: {
    details: { text: 'Name, date of birth, address and other details.' },
    selfie: {
      text: 'Some photos, and small pictures in between, while you turn your head a little.',
    },
    check: {
      text: 'We check if your name is on public lists of people who are wanted, under sanctions, or in politics. Being on a list does not mean that you did something wrong.',
    },
    face: 'If you agree, a computer measures your face in the photos. It checks that a real person is there, and that it is always the same face. It also checks that the same pictures were not used in an earlier check. If the site has a photo of you, your face is compared with it. If you share a photo from a digital ID wallet, your face is compared with that one.',
    moreTitle: 'What happens to my data?',
    agree: 'Agree and continue',
    decline: 'I don’t agree',
    declineHint: 'If you don’t agree, this check stops here.',
    who: '{site} is asking for this check',
    runs: 'The check runs on: {host}',
    operator: 'The service is run by: {operator}',
    contact: 'Contact: {contact}',
    privacy: 'Privacy notice',
    decides:
      'First a computer looks at the results. It can say yes. It can also say no by itself, for example if you are too young or if the photos do not show you. You can ask for a person to decide.',
    people:
      'People who work for the site may look at your details and photos. A second person may check what they decide. Your photos may also be used to measure how well these people compare faces.',
    device:
      'We may also note which browser and camera you use, and if your phone and computer share a network.',
    again: 'As long as your name is kept, it may be compared with the lists again.',
    keptTitle: 'How long we keep it after the check ends',
    keptPhotos: 'Photos and measurements',
    keptDetails: 'Address, email and phone',
    keptEvidence: 'Name, date of birth, nationality, country of birth, ID number and the result',
    days: { one: '{n} day', other: '{n} days' },
    years: { one: '{n} year', other: '{n} years' },
    atOnce: 'deleted at once',
    rights: 'You can say no. You can change your mind later. You can ask to have your data deleted.',
    write: 'To do this, write to the contact that is named here.',
    otherWay: 'If you cannot or do not want to do this, ask the site for another way.',
    faceTitle: 'May we measure your face?',
    faceAgree: 'Yes, measure my face',
    faceDecline: 'No, do not measure my face',
    faceReview: 'If you say no, a person checks your details.',
  },
};
