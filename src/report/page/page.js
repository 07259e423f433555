'use strict';
(function () {
  const fields = ['kind', 'grade', 'solver', 'repeat'];
  const rows = Array.from(document.querySelectorAll('details.finding'));
  const shown = document.getElementById('shown');
  const search = document.getElementById('search');
  const selects = {};
  for (const field of fields) {
    const select = document.getElementById('filter-' + field);
    selects[field] = select;
    const values = new Set(rows.map((row) => row.dataset[field]));
    for (const value of Array.from(values).sort()) {
      const option = document.createElement('option');
      option.value = value;
      option.textContent = value;
      select.appendChild(option);
    }
    select.addEventListener('change', update);
  }
  search.addEventListener('input', update);
  window.addEventListener('beforeprint', () => rows.forEach((row) => { row.open = !row.hidden; }));
  function update() {
    const word = search.value.toLowerCase();
    let count = 0;
    for (const row of rows) {
      const fits = fields.every((f) => selects[f].value === '' || row.dataset[f] === selects[f].value)
        && (word === '' || row.textContent.toLowerCase().includes(word));
      row.hidden = !fits;
      count += fits ? 1 : 0;
    }
    shown.textContent = count === rows.length ? String(count) : count + ' of ' + rows.length;
  }
  update();
})();
