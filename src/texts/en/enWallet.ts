/** The English texts of the choice between wallet and typing. */
export const enWallet = {
  title: 'How do you want to give your details?',
  lead: 'A wallet on your phone can prove them. It asks you before it shares anything.',
  share: 'Share from your wallet',
  type: 'Type them in',
  portrait: 'Photo',
  refused: 'This could not be used. Try again, or type your details.',
  source: 'From your wallet',
  computer: 'Go back to your computer',
  waiting: 'This page goes on by itself.',
};
