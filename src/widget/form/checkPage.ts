import { html, nothing } from 'lit';
import { regionalTag } from '../locales/regionalTag.ts';
import type { DetailsPage } from '../step/detailsDraft.ts';
import { CountryNames } from './CountryNames.ts';
import { detailsPages } from './detailsPages.ts';
import type { FormPort } from './formPort.ts';
import { pageTitle } from './pageTitle.ts';
import { readDetails } from './readDetails.ts';

type Row = [label: string, value: string | undefined];

/** All answers as they would be sent, with a way to change each part. */
export function checkPage(form: FormPort) {
  const { messages, typed, fields } = form;
  const rows = rowsOf(form, readDetails(typed, fields));
  return detailsPages(fields)
    .filter((page) => page !== 'check')
    .map((page) => {
      const title = pageTitle(page, messages);
      const given = rows[page as Exclude<DetailsPage, 'check'>].filter(([, value]) => value);
      return html`
        <section class="answers">
          <h3>${title}</h3>
          <button
            type="button"
            class="plain small"
            aria-label="${messages.details.change}: ${title}"
            @click=${() => form.show(page)}
          >
            ${messages.details.change}
          </button>
          <dl>
            ${given.map(([label, value]) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}
            ${given.length === 0 ? html`<div><dd>–</dd></div>` : nothing}
          </dl>
        </section>
      `;
    });
}

function rowsOf(
  { messages }: FormPort,
  read: Record<string, unknown>,
): Record<Exclude<DetailsPage, 'check'>, Row[]> {
  const { tag, details } = messages;
  const names = CountryNames.in(tag);
  const text = (key: string) => read[key] as string | undefined;
  const country = (code: string | undefined) => code && names.nameOf(code);
  const list = (parts: string[]) => new Intl.ListFormat(tag, { style: 'short', type: 'unit' }).format(parts);
  const nationalities = (read['nationalities'] ?? []) as string[];
  const address = (read['address'] ?? {}) as Record<string, string>;
  const nationalId = (read['nationalId'] ?? {}) as Record<string, string>;
  return {
    name: [
      [details.givenName, text('givenName')],
      [details.middleName, text('middleName')],
      [read['mononym'] ? details.fullName : details.familyName, text('familyName')],
      [details.nativeName, text('nativeName')],
    ],
    birth: [
      [details.dateOfBirth, dayIn(tag, text('dateOfBirth'))],
      [details.nationality, list(nationalities.map((code) => names.nameOf(code)))],
      [details.countryOfBirth, country(text('countryOfBirth'))],
    ],
    address: [
      [details.line1, address['line1']],
      [details.line2, address['line2']],
      [details.postalCode, address['postalCode']],
      [details.city, address['city']],
      [details.region, address['region']],
      [details.country, country(address['country'])],
    ],
    more: [
      [details.email, text('email')],
      [details.phone, text('phone')],
      [
        details.idNumber,
        [country(nationalId['country']), nationalId['type'], nationalId['number']]
          .filter(Boolean)
          .join(' · '),
      ],
    ],
  };
}

function dayIn(tag: string, day: string | undefined): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(regionalTag(tag), {
    calendar: 'gregory',
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(date);
}
