/** Why an attempt failed, as the delivery log names it. */
export type DeliveryFaultCode =
  | 'address_not_allowed'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'redirected'
  | 'status_not_2xx'
  | 'not_sent';

/** An attempt that failed before there was an answer. */
export class DeliveryFault extends Error {
  readonly code: DeliveryFaultCode;

  constructor(code: DeliveryFaultCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'DeliveryFault';
    this.code = code;
  }
}
