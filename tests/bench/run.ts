import { benchConnections } from './connections.ts';
import { benchLoad } from './load.ts';
import { benchLoop } from './loop.ts';
import { benchMail } from './mail.ts';
import { benchPaths } from './paths.ts';
import { benchScale } from './scale.ts';
import { benchServer } from './server.ts';
import { benchSite } from './site.ts';

/** Prints the figures of paths, server and site, and how long a developer waits, relative to something of the same run. */
benchPaths();
await benchServer();
await benchLoad();
await benchConnections();
await benchScale();
await benchMail();
await benchSite();
await benchLoop();
