import type { Side } from './Sides.ts';
import type { Stage } from './Stage.ts';

interface Step {
  /** What just happened, in one sentence. */
  say: string;
  /** What happens, while it does. */
  doing: string;
  /** For the one who presents. */
  notes: string;
  /** What the sentence names, in the element or in the page: it is framed. */
  frames?: string;
  act: (stage: Stage) => Promise<void> | void;
}

// The chapters of the tour. A step does something on the stage, then says in one sentence what just happened; `notes` are for
// the one who presents. `doing` is said while it works. Each chapter begins with a page of its own, so that it can be repeated
// from any state.

// Without the document, which has a chapter of its own.
const SELF = 'prefill=yes&camera=test-1&document=off';
const WITH_DOCUMENT = 'scenario=document';

export const chapters: readonly {
  title: string;
  steps: readonly Step[];
  /** The windows beside the stage. */
  sides?: readonly Side[];
}[] = [
  {
    title: 'Verified',
    steps: [
      {
        say: 'A bank asks who you are. Who asks, what is taken and how long it is kept stands there before anything is taken.',
        doing: 'Opening the application …',
        notes:
          'Begin with the end: half a minute from here this person is a customer. Nothing leaves this machine.',
        frames: '.list',
        act: (stage) => stage.open(`/again?${SELF}&panel=folded`, { heading: 'Let’s confirm it’s you' }),
      },
      {
        say: 'Two questions, two presses: one for the check, one for measuring the face. A no is not the end.',
        doing: 'Agreeing to the check …',
        notes: 'The words on the screen are recorded with their SHA-256. Chapter 5 shows them again.',
        frames: '[part=note]',
        act: (stage) => stage.press('Agree and continue', { heading: 'May we measure your face?' }),
      },
      {
        say: 'The bank knew these details. The person confirms them instead of typing.',
        doing: 'Agreeing to the face …',
        notes: 'Fields are set by policy: asked for, optional or hidden.',
        act: (stage) => stage.press('Yes, measure my face', { heading: 'Check your answers' }),
      },
      {
        say: 'The service drew movements at random, and the test face followed them in one take.',
        doing: 'The test face follows the movements …',
        notes:
          'With a real camera the person does this. The service measures every picture anew and believes nothing the page computed.',
        frames: '.pictures',
        act: async (stage) => {
          await stage.press(null, { heading: 'Are these photos clear?' });
          await stage.takeAgain('Are these photos clear?');
        },
      },
      {
        say: 'Approved. The page was told nothing of it: the back end was, by a signed webhook.',
        doing: 'Sending, checking, deciding …',
        notes: 'The outcome stands on the bank’s own page because the bank’s back end knows it.',
        act: (stage) => stage.press('Send', { selector: '[data-status=approved]' }),
      },
    ],
  },
  {
    title: 'The wire',
    steps: [
      {
        say: 'The same page with what goes on behind it: page, back end and service, call by call.',
        doing: 'Opening the application …',
        notes:
          'These are the real calls, recorded by the site. Secrets and personal values are masked before they get here.',
        act: (stage) =>
          stage.open(`/again?${SELF}`, {
            heading: 'Let’s confirm it’s you',
            selector: '.row[data-verdict=good]',
          }),
      },
      {
        say: 'One press, one call, with status, milliseconds and bytes.',
        doing: 'Agreeing to the check and to the face …',
        notes: 'Press a row: request, answer, and the curl command that repeats it.',
        act: async (stage) => {
          await stage.press('Agree and continue', { heading: 'May we measure your face?' });
          await stage.press('Yes, measure my face', { heading: 'Check your answers' });
        },
      },
      {
        say: 'A webhook: this browser verified its signature by WebCrypto.',
        doing: 'Opening the newest webhook …',
        notes:
          'The secret of the endpoint never leaves the back end. It signs the same bytes again for this panel.',
        frames: '.signature',
        act: (stage) => stage.click('.row[data-verdict=good] summary', '.signature[data-verdict=good]'),
      },
      {
        say: 'One byte changed, and the signature fails.',
        doing: 'Changing one byte …',
        notes: 'Let somebody in the room press it.',
        act: (stage) => stage.click('.signature button', '.signature[data-verdict=bad]'),
      },
      {
        say: 'The code of exactly this: it can be copied and works as it stands.',
        doing: 'Opening the code …',
        notes: 'HTML, React, server, webhook. Each shape is run by the tests.',
        act: (stage) => stage.click('#code', '#code-body:not([hidden])'),
      },
    ],
  },
  {
    title: 'Bad ends',
    steps: [
      {
        say: 'Too young: declined before any face was taken, and there is a way to ask for a person.',
        doing: 'Somebody of sixteen applies …',
        notes: 'Data that are not needed are not taken.',
        act: (stage) =>
          stage.finish(
            '/again?scenario=underage&age=25&camera=test&document=off&panel=folded',
            '[data-status=declined]',
          ),
      },
      {
        say: 'A name on a sanctions list: never declined by machine. A reviewer decides.',
        doing: 'Somebody with a listed name applies …',
        notes: 'A fuzzy hit never declines anybody. The page says the same as for everybody in review.',
        act: (stage) =>
          stage.finish(
            '/again?scenario=aml_sanction&camera=test&document=off&panel=folded',
            '[data-status=in_review]',
          ),
      },
      {
        say: 'A photographed screen instead of a face: in review, and the page does not tell the fraudster why.',
        doing: 'Somebody holds up a picture …',
        notes: 'The reason is in the file, for those who may read it.',
        act: (stage) =>
          stage.finish(
            '/again?scenario=spoof&camera=test&document=off&panel=folded',
            '[data-status=in_review]',
          ),
      },
      {
        say: 'The bank’s back end is away: said in words, with a button.',
        doing: 'The back end goes away …',
        notes: 'It is away for eight seconds. Never a spinner without words.',
        act: (stage) => stage.open('/again?scenario=backend_away&panel=folded', { isTrouble: true }),
      },
      {
        say: 'The button was pressed until the back end was there again: it goes on, and nothing is lost.',
        doing: 'Trying again …',
        notes: 'Nothing typed is lost when a session runs out either.',
        act: (stage) => stage.tryAgain('Let’s confirm it’s you'),
      },
    ],
  },
  {
    title: 'It fits',
    steps: [
      {
        say: 'Another site: a marketplace that verifies its sellers.',
        doing: 'Opening Quayside …',
        notes: 'Same element, same service.',
        act: (stage) => stage.open('/quayside', { selector: 'h1' }),
      },
      {
        say: 'Square corners, other colours, no address asked for, and the name is known.',
        doing: 'Opening the check …',
        notes: 'One attribute for the preset, some CSS variables for the colours, a policy for the fields.',
        act: (stage) =>
          stage.open('/again?brand=quayside&look=sharp&fields=few&prefill=yes&document=off&panel=folded', {
            heading: 'Let’s confirm it’s you',
          }),
      },
      {
        say: 'On a phone, in the dark.',
        doing: 'Opening it on a phone …',
        notes: 'Everything works from 320 pixels on.',
        act: (stage) =>
          stage.open('/again?frame=phone&theme=dark&panel=folded', { heading: 'Let’s confirm it’s you' }),
      },
      {
        say: 'From right to left, one of 62 languages.',
        doing: 'Opening it in Arabic …',
        notes: 'No native speaker has read the texts yet; say so.',
        act: (stage) =>
          stage.open('/again?language=ar&frame=phone&panel=folded', { heading: 'لنتأكد من هويتكم' }),
      },
      {
        say: 'Every control changes the page, the code and the address. Send the address, and they see the same.',
        doing: 'Opening the controls …',
        notes: 'Let them choose.',
        act: async (stage) => {
          await stage.open('/again?prefill=yes', { heading: 'Let’s confirm it’s you' });
          await stage.click('#try', '#try-body:not([hidden])');
        },
      },
    ],
  },
  {
    title: 'The file',
    steps: [
      {
        say: 'A finished case as its file: decided by rule, and what was established and what was not.',
        doing: 'Finishing a case …',
        notes:
          'No document was asked for here: face against a picture, not performed. We say so instead of implying it.',
        act: async (stage) => {
          await stage.finish(`/again?${SELF}&panel=folded`, '[data-status=approved]');
          await stage.open('/file', { selector: '[data-check=audit][data-verdict=good]' });
        },
      },
      {
        say: 'The very words that were agreed to. This browser computed their SHA-256 again.',
        doing: 'Opening the consent …',
        notes: 'GDPR Article 7(1): who relies on consent must be able to demonstrate it.',
        act: (stage) => stage.click('#consent ~ details summary', '#consent ~ [data-verdict=good]'),
      },
      {
        say: 'Who saw what when. Change one line, and the chain breaks from there on.',
        doing: 'Changing one line …',
        notes:
          'Your own reading of the file is a line. The service has a chain of its own; “audit verify” checks it.',
        act: (stage) => stage.click('[data-tamper]', '[data-check=audit][data-verdict=bad]'),
      },
      {
        say: 'Erased: the key of this case is destroyed. Read again, there is nothing.',
        doing: 'Erasing …',
        notes: 'No row, log or backup of the database opens it any more.',
        act: (stage) => stage.click('.danger', '[data-nulls]'),
      },
    ],
  },
  {
    title: 'The document',
    steps: [
      {
        say: 'The bank asks for a document. What its pictures are for, and that nobody here says whether it is genuine, stands there first.',
        doing: 'Opening the application …',
        notes:
          'One rule of the case. What a bank asks for by default; the chapters before left it out for time.',
        act: (stage) =>
          stage.open(`/again?${WITH_DOCUMENT}&panel=folded`, { heading: 'Let’s confirm it’s you' }),
      },
      {
        say: 'Which one is at hand. Who has none of these is no dead end: a person decides.',
        doing: 'Agreeing to the check and to the face …',
        notes: 'Kinds and countries are set by policy.',
        frames: '.kinds',
        act: async (stage) => {
          await stage.press('Agree and continue', { heading: 'May we measure your face?' });
          await stage.press('Yes, measure my face', { heading: 'Which document do you have at hand?' });
        },
      },
      {
        say: 'A drawn hand held a drawn passport. It was taken by itself when it was read, and the service read it once more.',
        doing: 'Holding the passport before the camera …',
        notes: 'The page’s reading is a hint for the person. The service believes its own reading alone.',
        frames: 'dl',
        act: (stage) => stage.press('Passport', { heading: 'Check your answers' }),
      },
      {
        say: 'The selfie was compared with the portrait on the passport: the same face, the same details, approved.',
        doing: 'Confirming the details, taking the selfie …',
        notes: 'A face unlike the portrait is never declined by machine: it may be ten years old.',
        act: (stage) => stage.press(null, { selector: '[data-status=approved]' }),
      },
      {
        say: 'The file says what was read and what was not: no machine established that the document is genuine.',
        doing: 'Opening the file …',
        notes: 'A copy with right check digits is read as well. We say so.',
        frames: '[data-not-established]',
        act: (stage) => stage.open('/file', { selector: '[data-document=compared]' }),
      },
    ],
  },
  {
    title: 'Side by side',
    sides: ['phone', 'reviewer'],
    steps: [
      {
        say: 'The link of an e-mail: the service’s own page does it all. Open it on the left, and go through it.',
        doing: 'Creating a link …',
        notes: 'For SMS, e-mail and native apps: no element, no script on the site. Use the test face.',
        frames: '[data-letter]',
        act: async (stage) => {
          await stage.open('/again?scenario=hosted_link&prefill=yes&document=off&panel=folded', {
            selector: '[data-link]',
          });
          stage.beside(
            'phone',
            '[data-link]',
            'The hosted page: agree, check the details, take the test face.',
          );
        },
      },
      {
        say: 'A computer without a camera: a phone takes the selfie, and the computer goes on by itself.',
        doing: 'Asking for a phone …',
        notes: 'Needs npm start -- --lan. The phone asks nothing again; four digits tie the two together.',
        frames: '.qr, [data-letter]',
        act: async (stage) => {
          await stage.openPhone('/again?scenario=handoff&prefill=yes&panel=folded');
          stage.besideCode('Type the code that the computer shows, or scan it with a real phone.');
        },
      },
      {
        say: 'A digital wallet proves name and birthday, and its portrait is compared with the selfie.',
        doing: 'Asking for a wallet …',
        notes: 'Press “Share” on the stage: the wallet opens as a window of its own.',
        frames: '#wallet-share',
        act: async (stage) => {
          await stage.open('/again?scenario=wallet&panel=folded', { heading: 'Let’s confirm it’s you' });
          await stage.press('Agree and continue', { heading: 'May we measure your face?' });
          await stage.press('Yes, measure my face', { inside: '#wallet-share:not([aria-disabled])' });
        },
      },
      {
        say: 'A name of the lists that are loaded. No machine declines anybody for a name: a person decides.',
        doing: 'Screening a listed name …',
        notes:
          'With lists of your own (npm run aml), a real listed name; without, one of the fictional list.',
        frames: '.verdict',
        act: (stage) =>
          stage.finish(
            '/again?scenario=real_name&camera=test-1&document=off&panel=folded',
            '[data-status=in_review]',
          ),
      },
      {
        say: 'The reviewer, on the right: faces first, the measurements after the own judgement. The customer’s page follows.',
        doing: 'Opening the way to the desk …',
        notes: 'Sign in on the right, take the newest case, decide it. The stage follows by itself.',
        frames: '.verdict',
        act: (stage) =>
          stage.beside('reviewer', '[data-desk]', 'Sign in, take the newest case, and decide it.'),
      },
      {
        say: 'Now yours: the same demo on your own phone.',
        doing: 'Drawing the code …',
        notes: 'Leave the code on the screen while you answer questions.',
        act: (stage) => stage.end(),
      },
    ],
  },
];
