/** The English texts of the consent that need the case: who asks, what is kept, and the question about the face. */
export const enConsent = {
  consent: {
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
