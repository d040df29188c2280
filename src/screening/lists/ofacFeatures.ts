import type { OfacReferences } from './OfacReferences.ts';
import { ofacPeriod } from './ofacPeriod.ts';
import type { XmlElement } from './XmlElement.ts';

/** One version of a feature of a party: a date of birth, a place, a nationality, a title. */
export interface OfacFeature {
  /** `Birthdate`, `Place of Birth`, `Nationality Country`, `Gender`. */
  name: string;
  /** In words: of the version itself, or of the value it refers to. */
  text: string;
  place: string;
  /** ISO 3166 code of the place, if there is one. */
  country: string | null;
  /** EDTF. */
  periods: string[];
}

/** The features of a party of OFAC's Advanced XML. */
export function ofacFeatures(party: XmlElement, references: OfacReferences): OfacFeature[] {
  const features = [...party.all('Profile/Feature'), ...party.all('Feature')];
  return features.flatMap((feature) => {
    const name = references.value('FeatureType', feature.attribute('FeatureTypeID'));
    return feature.all('FeatureVersion').map((version) => {
      const location = version.all('VersionLocation')[0]?.attribute('LocationID') ?? '';
      const details = version.all('VersionDetail');
      const words = details.map(
        (detail) =>
          detail.line() || references.value('DetailReference', detail.attribute('DetailReferenceID')),
      );
      return {
        name,
        text: words.filter(Boolean).join(', '),
        place: references.placeOf(location),
        country: references.countryOf(location),
        periods: version.all('DatePeriod').flatMap((period) => ofacPeriod.period(period) ?? []),
      };
    });
  });
}
