/** Whether an `Accept` header asks for a media type rather than for JSON (RFC 9110, section 12.5.1). */
export function prefers(accept: string | undefined, mediaType: string): boolean {
  const wanted = quality(accept, mediaType);
  return wanted > 0 && wanted > quality(accept, 'application/json');
}

/** 0 to 1, only where the type is named: whoever takes anything gets JSON. */
function quality(accept = '', mediaType: string): number {
  for (const range of accept.split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (type !== mediaType) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q ? Number(q.slice(2)) || 0 : 1;
  }
  return 0;
}
