import 'idv-verify';
import type {} from 'idv-verify/types/solid';
import { createSignal } from 'solid-js';
import { render } from 'solid-js/web';

function App() {
  const [step, setStep] = createSignal('');
  return (
    <>
      <p>{step()}</p>
      <idv-verify
        session-url="/idv/session"
        no-redirect
        on:idv-step={(event) => setStep(event.detail.step)}
      />
    </>
  );
}

render(App, document.getElementById('app')!);
