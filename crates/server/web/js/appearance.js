// Runs before the first paint, so that a remembered dark page never flashes white. Not a module: modules wait.
(() => {
  try {
    const theme = localStorage.getItem('mossa.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    const lang = localStorage.getItem('mossa.lang');
    if (lang) document.documentElement.lang = lang;
  } catch {
    // Storage may be forbidden; then the preference of the system counts.
  }
})();
