/** The English texts of the screens that end the way; in other languages they come with the first ones. */
export const enEnd = {
  submitted: {
    title: 'All done, thank you',
    text: 'We have received everything. The site will tell you what happens next.',
    returning: 'We take you back in a moment.',
  },
  canceled: { title: 'The verification has ended', text: 'Nothing more is needed from you.' },
  expired: { title: 'This verification has expired', text: 'Go back to the site to start a new one.' },
  sessionExpired: {
    title: 'You have been signed out',
    text: 'Sign in to the site again, then carry on here.',
  },
};
