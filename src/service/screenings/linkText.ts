import type { Hit } from '../../contract/hit.ts';

/** `owned by Jane Doe (listed: sanction), 60 %: half or more, since 2019`. */
export function linkText(link: Hit['entity']['links'][number]): string {
  const { how, name, topics, share, isHalfOrMore, since, until } = link;
  const listed = topics.length > 0 ? ` (listed: ${topics.join(', ')})` : '';
  const half = isHalfOrMore === null ? '' : isHalfOrMore ? ': half or more' : ': less than half';
  const owned = share === null ? '' : `${share.replace(/\s*%$/, '')} %${half}`;
  const parts = [
    `${words[how]} ${name}${listed}`,
    owned,
    since && `since ${since}`,
    until && `until ${until}`,
  ];
  return parts.filter(Boolean).join(', ');
}

const words = { owns: 'owns', owned_by: 'owned by', controls: 'controls', controlled_by: 'controlled by' };
