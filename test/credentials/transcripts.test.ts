import { expect, test } from 'vitest';
import { toHex } from '../../src/credentials/bytes/bytes.ts';
import { jwkThumbprint } from '../../src/credentials/jose/jwk.ts';
import { dcApiTranscript, redirectTranscript } from '../../src/credentials/request/transcripts.ts';

/** The examples of OpenID4VP 1.0, appendix B.2.6. */
const JWK = {
  kty: 'EC',
  crv: 'P-256',
  x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
  y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
  use: 'enc',
  alg: 'ECDH-ES',
  kid: '1',
};
const nonce = 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA';

test('the thumbprint of a key matches the specification', () => {
  expect(toHex(jwkThumbprint(JWK))).toBe('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047');
});

test('the transcript of a redirect matches the specification', () => {
  const session = {
    clientId: 'x509_san_dns:example.com',
    nonce,
    jwkThumbprint: jwkThumbprint(JWK),
    responseUri: 'https://example.com/response',
  };
  expect(toHex(redirectTranscript(session))).toBe(
    '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac',
  );
});

test('the transcript of the Digital Credentials API matches the specification', () => {
  const session = { origin: 'https://example.com', nonce, jwkThumbprint: jwkThumbprint(JWK) };
  expect(toHex(dcApiTranscript(session))).toBe(
    '83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
  );
});
