// Within the page: what is not needed for the first paint is fetched behind it. Fetched beside it, some forty files compete with
// the paint for the processor. Not a module: modules wait.
(() => {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    const add = (name, properties) => document.head.append(Object.assign(document.createElement(name), properties));
    for (const sheet of ['controls', 'board', 'views']) add('link', { rel: 'stylesheet', href: `style/${sheet}.css` });
    add('script', { type: 'module', src: 'js/main.js' });
  };
  // The first frame is on its way when the task behind it runs. A page that nobody sees has no frames.
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 500);
})();
