const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A date of birth as lists write it, in EDTF (ISO 8601-2), or null if nothing can be made of it:
 * `27 Feb 1968`, `Feb 1968`, `1968`, `circa 1968`, `1960 to 1965`, `01 Jan 1960 to 31 Dec 1962`,
 * `13/04/1968`, `00/00/1968`, `1968-02-27`.
 */
export function partialDate(text: string): string | null {
  const plain = text.trim().toLowerCase().replace(/\.$/, '');
  const circa = /^(circa|approximately|approx\.?|about|c\.)\s*/.exec(plain);
  const rest = circa ? plain.slice(circa[0].length) : plain;
  const years = /^(\d{4})\s*-\s*(\d{4})$/.exec(rest);
  const ends = years ? [years[1]!, years[2]!] : rest.split(/\s+to\s+/);
  const [from, to] = ends.map(single);
  if (!from || (ends.length > 1 && !to)) return null;
  if (to) return `${from}/${to}`;
  return circa ? `${from}~` : from;
}

function single(text: string): string | null {
  const iso = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text.replace(/t.*$/, ''));
  if (iso) return made(iso[1], iso[2], iso[3]);
  const slashed = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text);
  if (slashed) return made(slashed[3], slashed[2], slashed[1]);
  const worded = /^(?:(\d{1,2})\s+)?(?:([a-z]{3})[a-z]*\s+)?(\d{4})$/.exec(text);
  if (!worded) return null;
  const month = worded[2] ? months.indexOf(worded[2]) + 1 : 0;
  return worded[2] && !month
    ? null
    : made(worded[3], String(month).padStart(2, '0'), worded[1]?.padStart(2, '0'));
}

function made(year = '', month = '00', day = '00'): string | null {
  if (year < '1800' || year > '2100') return null;
  if (month === '00' || month > '12') return year;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return day === '00' || Number(day) > last ? `${year}-${month}` : `${year}-${month}-${day}`;
}
