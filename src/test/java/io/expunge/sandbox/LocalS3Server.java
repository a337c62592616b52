package io.expunge.sandbox;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.xml.XmlFactory;
import com.fasterxml.jackson.dataformat.xml.XmlMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.robothy.netty.initializer.HttpServerInitializer;
import com.robothy.s3.core.service.BucketService;
import com.robothy.s3.core.service.ObjectService;
import com.robothy.s3.core.service.manager.LocalS3Manager;
import com.robothy.s3.core.service.manager.vectors.LocalS3VectorsManager;
import com.robothy.s3.core.service.s3vectors.S3VectorsService;
import com.robothy.s3.rest.handler.LocalS3RouterFactory;
import com.robothy.s3.rest.service.DefaultServiceFactory;
import com.robothy.s3.rest.service.ServiceFactory;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import javax.xml.stream.XMLInputFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * LocalS3 in this JVM, in memory: true versions, markers and uploads; no rights, no locks, no conditions, no limit of 1,000
 * keys in a request. Its own launcher listens on every network and forgets its data when it is stopped; this one does
 * neither. The data is lost with the JVM.
 */
public final class LocalS3Server implements S3Server {
    private static final int THREADS = 4;

    private final int port;
    private final ServiceFactory services = services();
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final EventLoopGroup acceptors = loops("local-s3-accept", 1);
    private final EventLoopGroup connections = loops("local-s3-connection", THREADS);
    private final EventExecutorGroup workers =
            new DefaultEventExecutorGroup(THREADS, new DefaultThreadFactory("local-s3-worker", true));
    private final Login application = new Login("application", Passwords.random());
    private final Login eraser = new Login("objects_eraser", Passwords.random());
    private final Login verifier = new Login("objects_verifier", Passwords.random());
    private final Login stranger = new Login("stranger", Passwords.random());
    private @Nullable Channel listener;

    private LocalS3Server(int port) {
        this.port = port;
    }

    /** Starts a server with the two buckets, empty; returns when it answers. */
    public static LocalS3Server start() {
        // It logs every request, with keys, and every 404 with a stack trace.
        ((Logger) LoggerFactory.getLogger("com.robothy")).setLevel(Level.OFF);
        try {
            LocalS3Server server = new LocalS3Server(Loopback.freePort());
            server.startAgain();
            server.createBucket(BUCKET);
            server.createBucket(REPLICA_BUCKET);
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static EventLoopGroup loops(String name, int threads) {
        return new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    private static ServiceFactory services() {
        ServiceFactory services = new DefaultServiceFactory();
        LocalS3Manager objects = LocalS3Manager.createInMemoryS3Manager();
        services.register(BucketService.class, objects::bucketService);
        services.register(ObjectService.class, objects::objectService);
        S3VectorsService vectors = LocalS3VectorsManager.createInMemory().s3VectorsService();
        services.register(S3VectorsService.class, () -> vectors);
        WstxInputFactory input = new WstxInputFactory();
        input.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        input.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        input.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XmlMapper xml = new XmlMapper(new XmlFactory(input, new WstxOutputFactory()));
        xml.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
        xml.registerModule(new Jdk8Module());
        xml.registerModule(new JavaTimeModule());
        services.register(XmlMapper.class, () -> xml);
        com.fasterxml.jackson.databind.ObjectMapper json = new com.fasterxml.jackson.databind.ObjectMapper();
        services.register(com.fasterxml.jackson.databind.ObjectMapper.class, () -> json);
        return services;
    }

    @Override
    public synchronized void startAgain() {
        if (isRunning()) {
            return;
        }
        HttpServerInitializer s3 = new HttpServerInitializer(workers, LocalS3RouterFactory.create(services));
        listener = new ServerBootstrap()
                .group(acceptors, connections)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                        open.add(connection);
                        ChannelPipeline pipeline = connection.pipeline().addLast(s3);
                        String decoder =
                                pipeline.context(HttpRequestDecoder.class).name();
                        pipeline.addAfter(decoder, "plain-keys", new PlainKeys());
                    }
                })
                .bind(Loopback.HOST, port)
                .syncUninterruptibly()
                .channel();
    }

    /**
     * Asked to encode keys, LocalS3 encodes those of versions and neither common prefixes nor markers, and says of uploads'
     * keys that they are plain. So it isn't asked; a key that XML can't hold can't be listed here.
     */
    private static final class PlainKeys extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                request.setUri(request.uri().replaceAll("([?&])encoding-type=url(&|$)", "$1"));
            }
            context.fireChannelRead(message);
        }
    }

    @Override
    public synchronized void stop() {
        if (listener != null) {
            listener.close().syncUninterruptibly();
            open.close().awaitUninterruptibly();
            listener = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return listener != null && listener.isOpen();
    }

    @Override
    public void close() {
        stop();
        acceptors.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        connections.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        workers.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public Login application() {
        return application;
    }

    @Override
    public Login eraser() {
        return eraser;
    }

    @Override
    public Login verifier() {
        return verifier;
    }

    @Override
    public Login stranger() {
        return stranger;
    }

    @Override
    public boolean checksRights() {
        return false;
    }
}
