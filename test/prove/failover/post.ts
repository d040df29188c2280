/** Posts JSON, with an API key or `''` for none. */
export function post(url: string, key: string, json: object = {}): Promise<Response> {
  const headers = { ...(key && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(json) });
}
