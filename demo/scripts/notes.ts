// The notes of the one who presents: the tour in the other window says where it stands.

const channel = new BroadcastChannel('tour');
channel.onmessage = ({ data }: MessageEvent<'which' | Record<string, string>>) => {
  if (data === 'which') return;
  for (const [name, text] of Object.entries(data)) {
    const element = document.querySelector(`[data-${name}]`);
    if (element) element.textContent = text;
  }
};
channel.postMessage('which');
