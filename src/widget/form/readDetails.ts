/**
 * The form as the object that the contract's schema judges. The name of a field is its path: `address.city`,
 * `nationalities.0`. Empty texts are left out, but not where an answer is still missing:
 * in a list, and the given name, which the form asks for only if there is one.
 */
export function readDetails(form: FormData): Record<string, unknown> {
  const address: Record<string, string> = {};
  const nationalities: string[] = [];
  const details: Record<string, unknown> = { address, nationalities };
  for (const [name, value] of form) {
    const text = String(value).trim();
    const [field, part] = name.split('.');
    if (field === 'nationalities') nationalities.push(text);
    else if (text === '' && name !== 'givenName') continue;
    else if (field === 'address') address[part!] = text;
    else details[name] = name === 'mononym' ? true : text;
  }
  return details;
}
