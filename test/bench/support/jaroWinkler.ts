/** Jaro-Winkler similarity, 0 to 1 (Winkler 1990), the usual yardstick for names. */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroOf(a, b);
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

function jaroOf(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Uint8Array(b.length);
  const met: number[] = [];
  for (let i = 0; i < a.length; i++)
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++) {
      if (taken[j] || a.charCodeAt(i) !== b.charCodeAt(j)) continue;
      taken[j] = 1;
      met.push(a.charCodeAt(i));
      break;
    }
  if (met.length === 0) return 0;
  let k = 0;
  let turned = 0;
  for (let j = 0; j < b.length; j++) if (taken[j] && b.charCodeAt(j) !== met[k++]) turned += 1;
  return (met.length / a.length + met.length / b.length + (met.length - turned / 2) / met.length) / 3;
}
