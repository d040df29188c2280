import { IdvError } from '../client/errors.ts';
import type { CreateCase } from '../contract/case.ts';
import type { PostOptions } from './requestOptions.ts';
import type { Cases } from './resources/cases.ts';
import { Verification } from './Verification.ts';

/**
 * A case to create, and the origins from which its page may call. By default the origin of `returnUrl`; one of the two
 * is required.
 */
export interface StartVerification extends Omit<CreateCase, 'session'> {
  allowedOrigins?: string[] | undefined;
}

/** Makes the function that creates a case together with its first session key. */
export function startVerification(cases: Cases, publicBaseUrl: string) {
  return async (input: StartVerification, options?: PostOptions): Promise<Verification> => {
    const { allowedOrigins, ...body } = input;
    const session = { allowedOrigins: allowedOrigins ?? [originOf(body.returnUrl ?? '')] };
    return new Verification(await cases.create({ ...body, session }, options), publicBaseUrl);
  };
}

/** The origin of a return URL, which is the default origin of the page. */
export function originOf(returnUrl: string): string {
  if (URL.canParse(returnUrl)) return new URL(returnUrl).origin;
  throw new IdvError('returnUrl must be an absolute URL', { code: 'address_invalid' });
}
