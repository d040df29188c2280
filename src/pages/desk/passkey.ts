import { one } from './dom.ts';

/** Asks the browser for a passkey when the form is sent, and sends its answer. */
export function askPasskey(): void {
  const form = one<HTMLFormElement>('form[data-passkey]');
  if (!form) return;
  form.addEventListener('submit', async (event) => {
    const answer = form.elements.namedItem('answer') as HTMLInputElement;
    if (answer.value) return;
    event.preventDefault();
    form.querySelector('[role="alert"]')?.remove();
    try {
      answer.value = JSON.stringify(await ask(form));
      form.requestSubmit();
    } catch (error) {
      const alert = document.createElement('p');
      alert.className = 'refused';
      alert.setAttribute('role', 'alert');
      alert.textContent = whyNot(error);
      form.append(alert);
    }
  });
}

async function ask({ dataset }: HTMLFormElement): Promise<unknown> {
  const options = JSON.parse(dataset['options'] ?? '{}');
  const credential =
    dataset['passkey'] === 'create'
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        });
  return (credential as PublicKeyCredential).toJSON();
}

function whyNot(error: unknown): string {
  const { name } = error as Error;
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  if (name === 'NotAllowedError') return 'The passkey was not given, or it took too long. Press again.';
  return 'This browser cannot use the passkey. Try another one, or a newer version.';
}
