package dev.weir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.ParameterTool;

/**
 * A job whose capacity is known: each subtask of {@code work} takes the same time for each number, so that it does {@code
 * 1,000,000 / cost} a second, and waits in its own code for that, which Flink counts as busy and which takes no CPU. Numbers
 * arrive as a file says, whether the job runs or not; those that have and were not read yet are its lag.
 *
 * <pre>
 * arrivals, pad ──(any)── work ── ledger
 *      1                    p        1
 * </pre>
 *
 * Arguments, as {@code --name value}: {@code ledger} (file to append to, as {@link CountingJob} does), {@code arrivals} (file
 * with a line {@code MOMENT RATE} for each change: milliseconds since the epoch, numbers a second), {@code cost} (microseconds).
 */
public final class BottleneckJob {
  public static void main(String[] arguments) throws Exception {
    ParameterTool given = ParameterTool.fromArgs(arguments);
    CountingJob.Book book = new CountingJob.Book(given.getRequired("ledger"));
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment
        .fromSource(new Arrivals(given.getRequired("arrivals")), WatermarkStrategy.noWatermarks(), "arrivals")
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid("arrivals")
        .map(new Pad())
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid("pad")
        .map(new Work(given.getLong("cost", 5_000)))
        .name("work")
        .startNewChain()
        .uid("work")
        .map(new CountingJob.Ledger(book))
        .setParallelism(1)
        .setMaxParallelism(1)
        .name("ledger")
        .startNewChain()
        .uid("ledger")
        .sinkTo(new DiscardingSink<>())
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid("end");
    environment.execute("bottleneck");
  }

  /** 0, 1, 2, … as they arrive. */
  static final class Arrivals extends NumberSequenceSource {
    private static final long serialVersionUID = 1;
    private final String file;

    Arrivals(String file) {
      super(0, Long.MAX_VALUE / 2);
      this.file = file;
    }

    @Override
    public SourceReader<Long, NumberSequenceSplit> createReader(SourceReaderContext context) {
      return new Reader(context, new Schedule(Path.of(file)));
    }
  }

  /** How many numbers have arrived; the file is read anew each quarter of a second. */
  static final class Schedule {
    private final Path file;
    private List<String> lines = List.of();
    private long readAt;

    Schedule(Path file) {
      this.file = file;
    }

    synchronized long arrived() {
      long now = System.currentTimeMillis();
      if (now - readAt >= 250) read(now);
      double sum = 0;
      for (int index = 0; index < lines.size(); index++) {
        String[] words = lines.get(index).split(" ");
        long until = index + 1 < lines.size() ? Long.parseLong(lines.get(index + 1).split(" ")[0]) : now;
        double seconds = Math.max(0, Math.min(now, until) - Long.parseLong(words[0])) / 1_000.0;
        sum += seconds * Double.parseDouble(words[1]);
      }
      return (long) sum;
    }

    private void read(long now) {
      try {
        lines = Files.readAllLines(file);
        readAt = now;
      } catch (IOException error) {
        throw new UncheckedIOException(error);
      }
    }
  }

  /** Reads what has arrived. */
  static final class Reader implements SourceReader<Long, NumberSequenceSource.NumberSequenceSplit> {
    private final SourceReaderContext context;
    private final Schedule schedule;
    private final CompletableFuture<Void> assigned = new CompletableFuture<>();
    private NumberSequenceSource.NumberSequenceSplit split;
    private volatile long next;
    private long arrived;

    Reader(SourceReaderContext context, Schedule schedule) {
      this.context = context;
      this.schedule = schedule;
    }

    @Override
    public void start() {
      context.metricGroup().setPendingRecordsGauge(() -> Math.max(0, schedule.arrived() - next));
      if (split == null) context.sendSplitRequest();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Long> output) {
      if (split == null) return InputStatus.NOTHING_AVAILABLE;
      arrived = schedule.arrived();
      if (next >= arrived) return InputStatus.NOTHING_AVAILABLE;
      output.collect(next);
      next++;
      return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      if (split == null) return assigned;
      if (next < arrived) return CompletableFuture.completedFuture(null);
      return CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS));
    }

    @Override
    public void addSplits(List<NumberSequenceSource.NumberSequenceSplit> splits) {
      split = splits.get(0);
      next = split.from();
      assigned.complete(null);
    }

    @Override
    public List<NumberSequenceSource.NumberSequenceSplit> snapshotState(long checkpoint) {
      if (split == null) return List.of();
      return List.of(new NumberSequenceSource.NumberSequenceSplit(split.splitId(), next, split.to()));
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
  }

  /** Makes a number large, so that few of them fit into the buffers before the bottleneck and the others are lag. */
  static final class Pad extends RichMapFunction<Long, byte[]> {
    private static final long serialVersionUID = 1;

    @Override
    public byte[] map(Long number) {
      return ByteBuffer.allocate(1_024).putLong(number).array();
    }
  }

  /** Takes the same time for each number on average: what one wait was too long, the next is shorter. */
  static final class Work extends RichMapFunction<byte[], Long> {
    private static final long serialVersionUID = 1;
    private final long nanosEach;
    private transient long surplus;

    Work(long cost) {
      nanosEach = cost * 1_000;
    }

    @Override
    public Long map(byte[] padded) throws InterruptedException {
      long begun = System.nanoTime();
      long until = begun + nanosEach - surplus;
      while (System.nanoTime() < until) {
        if (Thread.interrupted()) throw new InterruptedException();
        LockSupport.parkNanos(until - System.nanoTime());
      }
      surplus += System.nanoTime() - begun - nanosEach;
      return ByteBuffer.wrap(padded).getLong();
    }
  }
}
