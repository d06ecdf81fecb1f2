/** Returns each element in an element, with its classes, attributes and text: `rect.chart-box x=20 y=40 "on"`. */
export const svgShapes = (parent: Element): string[] =>
  [...parent.querySelectorAll('*')].map((element) => {
    const { tagName, attributes, children, textContent } = element;
    const names = (element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean);
    const others = [...attributes].filter(({ name }) => name !== 'class');
    return [
      [tagName.toLowerCase(), ...names].join('.'),
      ...others.map(({ name, value }) => `${name}=${value}`),
      ...(children.length === 0 && textContent ? [`"${textContent}"`] : []),
    ].join(' ');
  });
