import type { Driver } from './driver.ts';

const modules = import.meta.glob<Record<string, Driver>>('./*.driver.ts', { eager: true });

/** The driver of each flow, by its id: that of `contact` is exported as `contactDriver`. */
export const drivers: Readonly<Record<string, Driver>> = Object.fromEntries(
  Object.entries(modules).flatMap(([path, module]) =>
    Object.entries(module).map(([name, driver]) => [
      name.replace(/Driver$/, ''),
      { ...driver, file: path.replace('.', 'tests/drivers') },
    ]),
  ),
);
