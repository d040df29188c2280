import { html, nothing } from 'lit';
import { dateOrder } from '../locales/dateOrder.ts';
import { labelled, listed } from '../locales/punctuation.ts';
import { regionalTag } from '../locales/regionalTag.ts';
import type { DetailsPage } from '../step/detailsDraft.ts';
import { CountryNames } from './CountryNames.ts';
import { detailsPages } from './detailsPages.ts';
import type { FormPort } from './formPort.ts';
import { isFamilyFirst } from './nameOrder.ts';
import { isPageProven } from './openPages.ts';
import { pageTitle } from './pageTitle.ts';
import { readDetails } from './readDetails.ts';

type Row = [label: string, value: string | undefined];

/** All details as they would be submitted, with a button to change each group. */
export function checkPage(form: FormPort) {
  const { messages, typed, fields } = form;
  const rows = rowsOf(form, readDetails(typed, fields));
  return detailsPages(fields)
    .filter((page) => page !== 'check')
    .map((page) => {
      const title = pageTitle(page, messages);
      const answers = rows[page as Exclude<DetailsPage, 'check'>].filter(([, value]) => value);
      return html`
        <section class="answers">
          <h3>${title}</h3>
          ${isPageProven(page, form.case) ? html`<p class="hint">${form.source(PROVEN[page]!)}</p>` : changeButton(form, page, title)}
          <dl>
            ${answers.map(([label, value]) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}
            ${answers.length === 0 ? html`<div><dd>–</dd></div>` : nothing}
          </dl>
        </section>
      `;
    });
}

/** Per page, a detail that shows whether a credential proves the whole page. */
const PROVEN: Partial<Record<DetailsPage, string>> = {
  name: 'familyName',
  birth: 'dateOfBirth',
  address: 'address',
};

function changeButton(form: FormPort, page: DetailsPage, title: string) {
  return html`<button
    type="button"
    class="plain small"
    aria-label=${labelled(form.messages.tag, form.messages.details.change, title)}
    @click=${() => form.show(page)}
  >
    ${form.messages.details.change}
  </button>`;
}

function rowsOf(
  { messages, regionLabel }: FormPort,
  read: Record<string, unknown>,
): Record<Exclude<DetailsPage, 'check'>, Row[]> {
  const { tag, details } = messages;
  const countries = CountryNames.in(tag);
  const text = (key: string) => read[key] as string | undefined;
  const country = (code: string | undefined) => code && countries.nameOf(code);
  const nationalities = (read['nationalities'] ?? []) as string[];
  const address = (read['address'] ?? {}) as Record<string, string>;
  const nationalId = (read['nationalId'] ?? {}) as Record<string, string>;
  const names: Row[] = [
    [details.givenName, text('givenName')],
    [details.middleName, text('middleName')],
    [read['mononym'] ? details.fullName : details.familyName, text('familyName')],
  ];
  return {
    name: [...(isFamilyFirst(tag) ? names.reverse() : names), [details.nativeName, text('nativeName')]],
    birth: [
      [details.dateOfBirth, dayIn(tag, text('dateOfBirth'))],
      [
        details.nationality,
        listed(
          tag,
          nationalities.map((code) => countries.nameOf(code)),
        ),
      ],
      [details.countryOfBirth, country(text('countryOfBirth'))],
    ],
    address: [
      [details.line1, address['line1']],
      [details.line2, address['line2']],
      [details.postalCode, address['postalCode']],
      [details.city, address['city']],
      [regionLabel(address['country'] ?? ''), address['region']],
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
  const regional = regionalTag(tag);
  const options = { calendar: 'gregory', dateStyle: 'long', timeZone: 'UTC' } as const;
  if (Intl.DateTimeFormat.supportedLocalesOf(regional).length > 0)
    return new Intl.DateTimeFormat(regional, options).format(date);
  // A browser without this language would write the month in another language.
  const [year, month, dayOfMonth] = day!.split('-');
  const parts = { year, month, day: dayOfMonth };
  return dateOrder(tag)
    .map((part) => parts[part])
    .join('/');
}
