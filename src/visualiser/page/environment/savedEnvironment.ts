import { storageKeys } from '../../shared/channel/names.ts';
import { type PageEnvironment, readPageEnvironment } from '../../shared/channel/protocol.ts';
import { tabItem } from '../instrumentation/tab.ts';

/** The environment of a page without a visualiser. */
export const defaultEnvironment: PageEnvironment = {
  isOffline: false,
  answers: [],
  colorScheme: null,
  reducedMotion: null,
};

export const savedEnvironment = tabItem(storageKeys.environment, readPageEnvironment);
