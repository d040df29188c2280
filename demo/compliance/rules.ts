/** A legal rule that requires a part of the file, in our words. */
export interface Rule {
  name: string;
  /** The requirement, checked against the text of the rule. A rule whose text nobody has read is not listed. */
  asks: string;
  /** The day on which the sentence was checked. */
  readOn: string;
}

const READ = '2026-11-23';

/** The rules for each part of the file. */
export const rules = {
  decision: [
    {
      name: 'GDPR Article 22(1), (3) and (4)',
      asks: 'Nobody has to be subject to a decision by machine alone that has legal effects or weighs as much. Where a contract or explicit consent allows one, the person concerned can have a human step in, give their view and contest it. Biometric data are a basis for it only with explicit consent or by a law of substantial public interest, and with safeguards.',
      readOn: READ,
    },
  ],
  consent: [
    {
      name: 'GDPR Article 7(1)',
      asks: 'Who relies on consent must be able to demonstrate that it was given.',
      readOn: READ,
    },
    {
      name: 'GDPR Article 9(1) and (2)(a)',
      asks: 'Biometric data that identify one person uniquely are not to be processed; explicit consent to a stated purpose is one of the exceptions.',
      readOn: READ,
    },
    {
      name: 'GDPR Article 13(1)(a) and (2)(a), (b)',
      asks: 'People are told who is responsible, how long data are stored, and that they can have them erased, when the data are taken.',
      readOn: READ,
    },
  ],
  details: [],
  document: [],
  measured: [],
  lists: [
    {
      name: 'Regulation (EU) 2024/1624 (AMLR), Article 77(1)(a)',
      asks: 'Obliged entities keep a copy of the documents and information of their customer due diligence. It applies from 10 July 2027.',
      readOn: READ,
    },
  ],
  access: [],
  erasure: [
    {
      name: 'GDPR Article 13(2)(a)',
      asks: 'The period of storage is told, or how it is determined.',
      readOn: READ,
    },
  ],
} satisfies Record<string, Rule[]>;
