/** The English texts of the choice between wallet and typing. */
export const enWallet = {
  title: 'How do you want to give your details?',
  lead: 'If you have a digital ID wallet, you can use it instead of typing. It shows you what it sends, and asks you first. Your face is compared with the photo in it.',
  share: 'Share from your digital ID wallet',
  type: 'Type them in',
  portrait: 'Photo',
  refused: 'We could not use what your wallet sent. Try again, or type your details.',
  source: 'From your digital ID wallet',
  computer: 'Go back to your computer',
  waiting: 'This page will go on by itself.',
};
