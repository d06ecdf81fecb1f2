import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { ChannelDriver } from '../pageDriver.ts';
import { settle } from './settle.ts';
import { SynchronousBroadcastChannel } from './synchronousBroadcastChannel.ts';

/** Fakes broadcast channels, and records what is posted on that of the visualisers. */
export function domChannel(): ChannelDriver & { close: () => void } {
  vi.stubGlobal('BroadcastChannel', SynchronousBroadcastChannel);
  const postedTypes: string[] = [];
  let lastCheck = 0;
  const recorder = new SynchronousBroadcastChannel('visualiser');
  recorder.onmessage = ({ data }) => {
    const { type, command }: { type?: unknown; command?: { type?: unknown; check?: number } } = Object(data);
    postedTypes.push(String(command?.type ?? type));
    lastCheck = command?.check ?? lastCheck;
  };
  return {
    post: async (message) => {
      await act(async () => {
        const channel = new SynchronousBroadcastChannel('visualiser');
        channel.postMessage(message);
        channel.close();
      });
      await settle();
    },
    countPosted: async (type) => postedTypes.filter((other) => other === type).length,
    lastCheck: async () => lastCheck,
    close: () => recorder.close(),
  };
}
