import { IdvError } from '../../client/errors.ts';

/** The page could not get a session. */
export class SessionError extends IdvError {
  override name = 'SessionError';
  /**
   * `signed_out`: the back end refuses this person. `setup`: the page's configuration can't work. `unavailable`: any
   * other failure; a retry may help.
   */
  readonly reason: 'signed_out' | 'setup' | 'unavailable';

  constructor(reason: SessionError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
