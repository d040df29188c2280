/** The English texts of the screens that end the way; in other languages they come with the first ones. */
export const enEnd = {
  submitted: {
    title: 'All done, thank you',
    text: 'We got everything. The site will tell you what comes next.',
    returning: 'We are taking you back to the site.',
  },
  canceled: {
    title: 'This check was stopped',
    text: 'You do not need to do anything more.',
    other: 'Another way',
  },
  expired: {
    title: 'This check has expired',
    text: 'Go back to the site to start a new one.',
  },
  sessionExpired: {
    title: 'You have been signed out',
    text: 'Sign in to the site again, then go on here.',
  },
};
