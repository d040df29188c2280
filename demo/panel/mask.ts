const MASK = '••••';

/** Fields whose text is shown: ids, states and codes. Every other text is masked, including that of new fields. */
const SHOWN = new Set(
  `id object type mode status previousStatus version createdAt updatedAt submittedAt decidedAt expiresAt dueAt
  completedAt at timestamp returnUrl clientReferenceId caseId locale outcome by reasons reason code detail title
  requestId retryable currentStatus allowedTransitions path message error textVersion textHash apiVersion event
  screeningId screeningStatus selfieCheckId datasetVersion lastScreenedAt challenge step steps kind name
  allowedOrigins liveness faceMatch aml`.split(/\s+/),
);
/** Fields below these are not personal: rules and due items. */
const RULES = new Set(['policy', 'fields', 'requirements', 'checks', 'assurance', 'retention', 'limits']);
/** All fields below these are personal. */
const PERSONAL = new Set([
  'prefill',
  'read',
  'details',
  'personalDetails',
  'person',
  'branding',
  'metadata',
  'qr',
]);
/** Keys, and the eight consonants with which a phone joins. */
const SECRET = /\b(?:(?:idvs?_(?:test|live)_|whsec_)[\w+/=-]+|[BCDFGHJKLMNPQRSTVWXZ]{8}\b)/g;

/** Masks all secrets and personal data in a JSON value. */
export function maskJson(value: unknown): unknown {
  return masked(value, 'reasons', 'named');
}

/** The same for a body that consists of personal data. */
export function maskPersonal(value: unknown): unknown {
  return masked(value, '', 'nothing');
}

type Rule = 'named' | 'everything' | 'nothing';

function masked(value: unknown, key: string, rule: Rule): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, key, rule));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, masked(inner, name, ruleBelow(name, rule))]),
    );
  }
  if (value === null || value === undefined) return value;
  if (rule === 'nothing') return MASK;
  if (typeof value !== 'string') return value;
  return rule === 'everything' || SHOWN.has(key) ? maskText(value) : MASK;
}

function ruleBelow(name: string, rule: Rule): Rule {
  if (rule === 'nothing' || PERSONAL.has(name)) return 'nothing';
  return rule === 'everything' || RULES.has(name) ? 'everything' : 'named';
}

/** Masks the secrets in a text: keys, and the state of a return. */
export function maskText(text: string): string {
  return text.replaceAll(SECRET, MASK).replaceAll(/([?&]state=)[^&#\s]+/g, `$1${MASK}`);
}

/** The relevant headers, with credentials masked. */
export function maskHeaders(headers: Headers): Record<string, string> {
  const shown: Record<string, string> = {};
  if (headers.has('authorization')) shown['authorization'] = `Bearer ${MASK}`;
  for (const name of [
    'content-type',
    'idempotency-key',
    'retry-after',
    'request-id',
    'webhook-id',
    'webhook-timestamp',
  ])
    if (headers.has(name)) shown[name] = maskText(headers.get(name)!);
  return shown;
}
