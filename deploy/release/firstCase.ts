import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/**
 * Takes one case of test mode through a running service to its end, by the API alone, as a new customer would. Its family
 * name forces the outcome, so that no face is needed.
 * @param url where the service listens.
 * @param apiKey of test mode.
 * @returns the status of the case at its end.
 * @throws if it does not end within 30 seconds.
 */
export async function firstCase(url: string, apiKey: string): Promise<string> {
  const call = async (method: string, path: string, body?: unknown) => {
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
    if (body) headers['idempotency-key'] = randomBytes(16).toString('hex');
    if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json';
    const sent = body instanceof FormData ? body : body && JSON.stringify(body);
    const answer = await fetch(`${url}/v1${path}`, { method, headers, body: (sent as BodyInit) ?? null });
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { id } = await call('POST', '/cases', {
    type: 'kyc_individual',
    returnUrl: 'http://localhost:4000/return',
  });
  await call('POST', `/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' });
  await call('POST', `/cases/${id}/personal-details`, {
    givenName: 'Ada',
    familyName: 'IDVTEST_APPROVE',
    dateOfBirth: '1990-12-10',
    nationalities: ['GB'],
    address: { line1: '12 Mill Lane', city: 'London', postalCode: 'N1 9GU', country: 'GB' },
  });
  const check = await call('POST', '/biometrics/selfie-check', { caseId: id });
  const picture = new FormData();
  picture.set('nonce', String((check['challenge'] as { nonce: string }).nonce));
  picture.set('steps', '["center"]');
  picture.set('frames', new Blob([await plainPicture()], { type: 'image/jpeg' }), 'center.jpg');
  await call('POST', `/biometrics/selfie-check/${check['id']}/capture`, picture);
  const until = Date.now() + 30_000;
  for (;;) {
    const { status } = await call('GET', `/cases/${id}`);
    if (status !== 'requires_input' && status !== 'processing') return String(status);
    if (Date.now() > until) throw new Error(`The case is still ${status} after 30 seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** 640 x 480 pixels of noise: something that is a picture and no face. */
async function plainPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height, channels] = [640, 480, 3] as const;
  const noise = { width, height, channels };
  const bytes = await sharp(randomBytes(width * height * channels), { raw: noise })
    .jpeg()
    .toBuffer();
  return new Uint8Array(bytes);
}
