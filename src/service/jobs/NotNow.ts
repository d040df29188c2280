/** A job could not be tried for want of room: it waits, and that counts as no attempt. */
export class NotNow extends Error {
  override name = 'NotNow';
}
