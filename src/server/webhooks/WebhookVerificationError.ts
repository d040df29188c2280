import { IdvError } from '../../client/errors.ts';

/** Why a webhook was refused. */
export type WebhookRefusal =
  | 'body_parsed'
  | 'body_invalid'
  | 'header_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch';

/** A webhook that isn't what it says, or can't be checked. */
export class WebhookVerificationError extends IdvError {
  override name = 'WebhookVerificationError';
  readonly reason: WebhookRefusal;
  declare readonly code: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
    Object.assign(this, { code: reason });
  }
}
