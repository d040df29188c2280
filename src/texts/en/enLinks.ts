/** The English texts of messages with a link, and those of the hosted page that the widget does not have. */
export const enLinks = {
  mail: {
    subject: '{site} needs you to confirm your identity',
    open: 'Open this page on a phone or a computer with a camera:',
    until: 'The link works until: {date}',
    host: 'The page runs on {host}. Check this name before you begin.',
    never: 'We will never ask you for a password or for money.',
    ignore: 'If you did not expect this, do nothing, or ask {site}.',
  },
  page: {
    endedTitle: 'This link does not work any more',
    endedText: 'It has expired, or a newer one took its place. Ask {site} for a new link.',
    birthText: 'This link was opened in another browser before. Enter your date of birth to go on.',
    birthWrong: 'That date does not match. After three wrong dates the link stops working.',
    needsScript: 'This page needs JavaScript. Please turn it on.',
    phoneTitle: 'Take the selfie on this phone',
    started: 'Started on: {from}, {time}',
    notMine: 'I did not start this',
    enterDigits: 'Enter this number on the computer',
    phoneEnded: 'This was stopped. Start again on the computer.',
    codeLabel: 'Code from the computer',
  },
};
