import type { S3Client } from '@aws-sdk/client-s3';
import { untilAborted } from './untilAborted.ts';

type Provider = S3Client['config']['credentials'];

/**
 * Credentials that are given up after `limitMs`. The client of S3 waits for an unanswered request for them for as long as it takes,
 * and all that ask later wait for the same one: what does not answer once is dropped, and the next operation asks anew.
 * @param open opens a source of credentials. Each keeps what it got until it ends.
 */
export function credentialsInTime(open: () => Provider, limitMs: number): Provider {
  let source = open();
  return async (properties) => {
    const asked = source;
    const signal = AbortSignal.timeout(limitMs);
    try {
      return await untilAborted(signal, asked(properties));
    } catch (error) {
      if (!signal.aborted) throw error;
      if (source === asked) source = open();
      throw new CredentialsLate();
    }
  };
}

class CredentialsLate extends Error {
  override name = 'CredentialsLate';
  readonly code = 'CredentialsLate';
}
