/** Width and height of the illustrations, in units of the SVG, by the first word of their names. */
const sizes: Readonly<Record<string, readonly [number, number]>> = {
  hero: [800, 640],
  tutor: [400, 400],
  post: [800, 450],
  service: [160, 160],
  subject: [160, 160],
  emblem: [64, 64],
  scholarship: [320, 320],
  lost: [320, 260],
  empty: [320, 220],
};

// Not inlined, so that the code stays small and the content security policy needs no `data:`.
const svgUrls = import.meta.glob<string>('./*.svg', { eager: true, import: 'default', query: '?no-inline' });

type Props = {
  /** The name of its file without the extension. */
  name: string;
  /** The alternative text; empty where the text next to the illustration says the same. */
  alt?: string;
  className?: string;
  /** `priority` for the largest one above the fold, `eager` for the others above it, `lazy` for the rest. */
  load?: 'priority' | 'eager' | 'lazy';
};

/**
 * One of the illustrations of the site.
 *
 * @throws Error where there is none of that name.
 */
export function Illustration({ name, alt = '', className, load = 'lazy' }: Props) {
  const url = svgUrls[`./${name}.svg`];
  const size = sizes[name.split('-')[0] ?? ''];
  if (!url || !size) throw new Error(`There is no illustration "${name}".`);
  return (
    <img
      src={url}
      width={size[0]}
      height={size[1]}
      alt={alt}
      className={className}
      loading={load === 'priority' ? 'eager' : load}
      fetchPriority={load === 'priority' ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
