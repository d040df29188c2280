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
    face: 'If you agree, a computer measures your face in the photos. It checks that a real person is there. It checks that it is always the same face. If the site has a photo of you, your face is compared with it.',
    moreTitle: 'What happens to my data?',
    agree: 'Agree and continue',
    decline: 'I don’t agree',
    declineHint: 'If you don’t agree, this check stops here.',
    who: 'Who asks: {site}',
    thisSite: 'this website ({host})',
    runs: 'The check runs on: {host}',
    contact: 'Contact: {contact}',
    privacy: 'Privacy notice',
    people:
      'People who work for the site may look at your details and photos. As long as your details are kept, they may be compared with the lists again.',
    kept: 'After the check, photos are kept for {photos} and your details for {details}.',
    rights:
      'You can say no. You can change your mind later. You can ask to have your data deleted. You can ask for a person to decide.',
    otherWay: 'Ask the site for another way.',
    faceTitle: 'May we measure your face?',
    faceAgree: 'Yes, measure my face',
    faceDecline: 'No, not my face',
    faceReview: 'If you say no, a person checks your details.',
  },
};
