import type { Driver } from './driver.ts';

const modules = import.meta.glob<Record<string, Driver>>('./*.driver.ts', { eager: true });

const idOf = (path: string): string => path.replace(/^\.\/|\.driver\.ts$/g, '');

/** The driver of each flow, by its id: that of `contact` is what `contact.driver.ts` exports. */
export const drivers: Readonly<Record<string, Driver>> = Object.fromEntries(
  Object.entries(modules).flatMap(([path, module]) =>
    Object.values(module).map((driver) => [idOf(path), driver]),
  ),
);
